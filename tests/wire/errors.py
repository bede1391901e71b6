"""The refusals Discord's REST interface answers with."""


class ApiError(Exception):
    """A refusal: an HTTP status, Discord's own error code and its message."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message


def unauthorized() -> ApiError:
    """Return the answer to a wrong token."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown_channel() -> ApiError:
    """Return the answer about a channel that is not there (any more)."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    """Return the answer about a server that is not there."""
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    """Return the answer about somebody who is not in the server."""
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    """Return the answer about a message that is not there (any more)."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    """Return the answer about a user who does not exist."""
    return ApiError(404, 10013, "Unknown User")


def unknown_webhook() -> ApiError:
    """Return the answer about an interaction token that was never given, or not answered yet."""
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    """Return the answer to an acknowledgement that comes too late."""
    return ApiError(404, 10062, "Unknown interaction")


def unknown_command() -> ApiError:
    """Return the answer about a command that is not registered."""
    return ApiError(404, 10063, "Unknown application command")


def already_acknowledged() -> ApiError:
    """Return the answer to a second acknowledgement."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    """Return the answer about a channel the application cannot see."""
    return ApiError(403, 50001, "Missing Access")


def not_the_author() -> ApiError:
    """Return the answer to editing somebody else's message."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """Return the answer to a message with nothing in it."""
    return ApiError(400, 50006, "Cannot send an empty message")


def direct_messages_refused() -> ApiError:
    """Return the answer to writing to somebody who takes no direct messages."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiError:
    """Return the answer to an action a permission is lacking for."""
    return ApiError(403, 50013, "Missing Permissions")


def invalid_webhook_token() -> ApiError:
    """Return the answer to an interaction token whose time is up."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def invalid_form(problem: str) -> ApiError:
    """Return the answer to a body that breaks a rule."""
    return ApiError(400, 50035, f"Invalid Form Body: {problem}")


def wrong_channel_type() -> ApiError:
    """Return the answer to an action that this kind of channel does not know, such as a thread in a thread."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def thread_archived() -> ApiError:
    """Return the answer to changing something inside an archived thread."""
    return ApiError(400, 50083, "Thread is archived")


def thread_exists() -> ApiError:
    """Return the answer to a second thread on one message."""
    return ApiError(400, 160004, "A thread has already been created for this message")
