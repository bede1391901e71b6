"""Places by which people call time zones, beside the names of the zones and countries themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_EASTERN = ("America/New_York", "America/Toronto", "America/Panama")
_CENTRAL = ("America/Chicago", "America/Winnipeg", "America/Mexico_City", "America/Havana", "Asia/Shanghai")
_MOUNTAIN = ("America/Denver", "America/Edmonton", "America/Phoenix")
_PACIFIC = ("America/Los_Angeles", "America/Vancouver", "Asia/Manila")
_ATLANTIC = ("America/Halifax", "America/Puerto_Rico", "Asia/Riyadh")
_CENTRAL_EUROPEAN = ("Europe/Berlin", "Europe/Paris", "Europe/Rome", "Europe/Madrid", "Africa/Algiers", "Africa/Tunis")
_EASTERN_EUROPEAN = ("Europe/Helsinki", "Europe/Kyiv", "Europe/Athens", "Africa/Cairo", "Africa/Tripoli")
_WESTERN_EUROPEAN = ("Europe/Lisbon", "Atlantic/Canary", "Africa/Casablanca")
_EASTERN_AUSTRALIAN = ("Australia/Sydney", "Australia/Melbourne", "Australia/Brisbane")
_CENTRAL_AUSTRALIAN = ("Australia/Adelaide", "Australia/Darwin")

ABBREVIATIONS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("et", "est", "edt", "eastern"), _EASTERN),
    **dict.fromkeys(("ct", "cst", "cdt", "central"), _CENTRAL),
    **dict.fromkeys(("mt", "mst", "mdt", "mountain"), _MOUNTAIN),
    **dict.fromkeys(("pt", "pst", "pdt", "pacific"), _PACIFIC),
    **dict.fromkeys(("ast", "adt", "atlantic"), _ATLANTIC),
    **dict.fromkeys(("cet", "cest", "met", "mest", "mez", "mesz"), _CENTRAL_EUROPEAN),
    **dict.fromkeys(("eet", "eest"), _EASTERN_EUROPEAN),
    **dict.fromkeys(("wet", "west"), _WESTERN_EUROPEAN),
    **dict.fromkeys(("aest", "aedt"), _EASTERN_AUSTRALIAN),
    **dict.fromkeys(("acst", "acdt"), _CENTRAL_AUSTRALIAN),
    **dict.fromkeys(("nzst", "nzdt"), ("Pacific/Auckland",)),
    **dict.fromkeys(("akst", "akdt"), ("America/Anchorage",)),
    "awst": ("Australia/Perth",),
    "bst": ("Europe/London", "Asia/Dhaka"),
    "cat": ("Africa/Maputo", "Africa/Harare"),
    "eat": ("Africa/Nairobi",),
    "gst": ("Asia/Dubai", "Atlantic/South_Georgia"),
    "hkt": ("Asia/Hong_Kong",),
    "hst": ("Pacific/Honolulu",),
    "ist": ("Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"),
    "jst": ("Asia/Tokyo",),
    "kst": ("Asia/Seoul",),
    "msk": ("Europe/Moscow",),
    "pkt": ("Asia/Karachi",),
    "sast": ("Africa/Johannesburg",),
    "sgt": ("Asia/Singapore",),
    "sst": ("Asia/Singapore", "Pacific/Pago_Pago"),
    "wat": ("Africa/Lagos",),
    "wib": ("Asia/Jakarta",),
}
"""The places where clocks go by an abbreviation; it means a zone only where there is one place."""

COUNTRIES: Mapping[str, str] = {
    "UK": "GB", "United Kingdom": "GB", "Great Britain": "GB", "England": "GB", "Scotland": "GB", "Wales": "GB",
    "Northern Ireland": "GB", "USA": "US", "US": "US", "United States of America": "US", "America": "US", "UAE": "AE",
    "Holland": "NL", "The Netherlands": "NL", "Czechia": "CZ", "South Korea": "KR", "North Korea": "KP",
    "Türkiye": "TR", "Bosnia": "BA", "Ivory Coast": "CI", "Burma": "MM", "Macedonia": "MK", "Deutschland": "DE",
    "Österreich": "AT", "Schweiz": "CH", "Suisse": "CH", "España": "ES", "Italia": "IT", "Brasil": "BR",
}  # fmt: skip
"""Other names of countries, with the code of each."""

CITIES: Mapping[str, str] = {
    "America/New_York": "Boston, Philadelphia, Washington, Washington DC, Miami, Atlanta, Orlando, Tampa, Charlotte,"
    " Pittsburgh, Cleveland, Baltimore, NYC, New York City",
    "America/Chicago": "Houston, Dallas, Austin, San Antonio, New Orleans, Minneapolis, St Louis, Kansas City, Memphis,"
    " Nashville, Milwaukee",
    "America/Denver": "Salt Lake City, Albuquerque",
    "America/Los_Angeles": "San Francisco, Seattle, San Diego, Las Vegas, Sacramento, San Jose, LA",
    "America/Toronto": "Ottawa, Montréal, Québec",
    "America/Edmonton": "Calgary",
    "America/Sao_Paulo": "Rio de Janeiro, Rio, Brasília, Belo Horizonte, Curitiba, Porto Alegre",
    "America/Mexico_City": "Guadalajara, Puebla",
    "America/Bogota": "Medellín, Cali",
    "America/Argentina/Buenos_Aires": "Rosario",
    "Europe/London": "Manchester, Birmingham, Liverpool, Leeds, Bristol, Cambridge, Oxford, Edinburgh, Glasgow,"
    " Cardiff",
    "Europe/Berlin": "Hamburg, Munich, München, Cologne, Köln, Frankfurt, Stuttgart, Leipzig, Dresden, Bremen, Hanover,"
    " Hannover, Nuremberg, Nürnberg, Düsseldorf",
    "Europe/Paris": "Lyon, Marseille, Toulouse, Bordeaux, Nice, Lille, Strasbourg",
    "Europe/Madrid": "Barcelona, Valencia, Seville, Sevilla, Bilbao",
    "Europe/Rome": "Milan, Milano, Naples, Napoli, Turin, Torino, Florence, Firenze, Venice, Bologna, Roma",
    "Europe/Vienna": "Wien, Graz, Salzburg, Innsbruck, Linz",
    "Europe/Zurich": "Geneva, Genève, Basel, Bern, Lausanne",
    "Europe/Amsterdam": "Rotterdam, The Hague, Utrecht, Eindhoven",
    "Europe/Brussels": "Antwerp, Ghent",
    "Europe/Warsaw": "Kraków, Wrocław, Gdańsk, Poznań",
    "Europe/Prague": "Brno, Praha",
    "Europe/Lisbon": "Porto, Lisboa",
    "Europe/Copenhagen": "Aarhus",
    "Europe/Stockholm": "Gothenburg, Malmö",
    "Europe/Moscow": "Saint Petersburg, St Petersburg",
    "Europe/Kyiv": "Kiev, Lviv, Odesa, Kharkiv",
    "Europe/Istanbul": "Ankara, Izmir",
    "Asia/Jerusalem": "Haifa",
    "Asia/Kolkata": "Mumbai, Delhi, New Delhi, Bangalore, Bengaluru, Hyderabad, Chennai, Pune, Ahmedabad",
    "Asia/Karachi": "Lahore, Islamabad",
    "Asia/Shanghai": "Beijing, Shenzhen, Guangzhou, Chengdu, Wuhan, Nanjing",
    "Asia/Ho_Chi_Minh": "Hanoi",
    "Asia/Tokyo": "Osaka, Kyoto, Yokohama, Nagoya, Sapporo, Fukuoka",
    "Asia/Seoul": "Busan, Incheon",
    "Asia/Dubai": "Abu Dhabi",
    "Australia/Sydney": "Canberra",
    "Pacific/Auckland": "Wellington, Christchurch",
    "Africa/Johannesburg": "Cape Town, Pretoria, Durban",
    "Africa/Lagos": "Abuja",
    "Africa/Cairo": "Alexandria",
    "Africa/Casablanca": "Rabat, Marrakesh",
}
"""Large cities that no zone is named after."""
