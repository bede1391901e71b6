"""The refusals Discord's REST interface answers with."""

from functools import partial


class ApiError(Exception):
    """A refusal: an HTTP status, Discord's own error code and its message."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message


unauthorized = partial(ApiError, 401, 0, "401: Unauthorized")
unknown_channel = partial(ApiError, 404, 10003, "Unknown Channel")
unknown_member = partial(ApiError, 404, 10007, "Unknown Member")
unknown_message = partial(ApiError, 404, 10008, "Unknown Message")
unknown_webhook = partial(ApiError, 404, 10015, "Unknown Webhook")
unknown_interaction = partial(ApiError, 404, 10062, "Unknown interaction")
unknown_command = partial(ApiError, 404, 10063, "Unknown application command")
already_acknowledged = partial(ApiError, 400, 40060, "Interaction has already been acknowledged.")
too_many_followups = partial(ApiError, 400, 40094, "This interaction has hit the maximum number of follow up messages.")
missing_access = partial(ApiError, 403, 50001, "Missing Access")
not_the_author = partial(ApiError, 403, 50005, "Cannot edit a message authored by another user")
empty_message = partial(ApiError, 400, 50006, "Cannot send an empty message")
direct_messages_refused = partial(ApiError, 403, 50007, "Cannot send messages to this user")
missing_permissions = partial(ApiError, 403, 50013, "Missing Permissions")
invalid_webhook_token = partial(ApiError, 401, 50027, "Invalid Webhook Token")
thread_exists = partial(ApiError, 400, 160004, "A thread has already been created for this message")


def invalid_form(problem: str) -> ApiError:
    """Return the answer to a body that breaks a rule."""
    return ApiError(400, 50035, f"Invalid Form Body: {problem}")
