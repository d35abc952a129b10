"""The ways that lead into your name: devices, passkeys, links by mail, the personal link."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request, Response
from pydantic import Field

from quarterdeck.server.api.common import CallerOf, HouseOf, Wish, new_router
from quarterdeck.server.errors import NotAllowed
from quarterdeck.server.identity import new_secret
from quarterdeck.server.names.devices import name_device
from quarterdeck.server.names.place import Place, place_of
from quarterdeck.server.paths import link
from quarterdeck.server.people import Caller, address_of, handle_of, language_of
from quarterdeck.server.store.rows import Guest

router = new_router("names")

# Binds a challenge to the browser that asked for it; nobody is signed in there yet.
NONCE_COOKIE = "quarterdeck_passkey"
NONCE_SECONDS = 3600


class NameIn(Wish):
    name: Annotated[str, Field(min_length=1, max_length=60)]


class AddressIn(Wish):
    address: Annotated[str, Field(min_length=3, max_length=254)]


class SecretIn(Wish):
    secret: Annotated[str, Field(min_length=8, max_length=64)]


class AnswerIn(Wish):
    """What a browser's passkey has answered, as `PublicKeyCredential.toJSON` writes it."""

    credential: dict[str, Any]


class PasskeyIn(AnswerIn):
    name: Annotated[str, Field(max_length=200)] = ""


@router.get("/me")
async def show_me(request: Request, here: HouseOf, caller: CallerOf) -> dict[str, Any]:
    """Who you are, whether your name is protected, and which ways lead into it."""
    guest = await here.people.guest(request)
    ways = await here.store.protection.ways(guest.id)
    return {
        "id": guest.id,
        "name": guest.name,
        "protected": ways.protected is not None,
        "by_mail": ways.by_mail,
        "link_made": ways.link_made,
        "devices": [
            {
                "id": handle_of(each.id),
                "device": each.device,
                "created": each.created,
                "seen": each.seen,
                "here": each.id == caller.session,
            }
            for each in await here.people.devices(guest)
        ],
        "passkeys": [
            {"id": each.id, "name": each.name, "created": each.created, "used": each.used}
            for each in await here.store.protection.passkeys_of(guest.id)
        ],
    }


@router.put("/me")
async def rename(wish: NameIn, request: Request, here: HouseOf) -> dict[str, str]:
    """Change your name. If it was protected, so is the new one."""
    guest = await here.people.guest(request)
    renamed = await here.names.protecting.rename(guest, wish.name)
    return {"id": renamed.id, "name": renamed.name}


@router.delete("/me/devices/{device}")
async def sign_out_device(device: str, request: Request, here: HouseOf) -> dict[str, str]:
    """Sign out on one device."""
    await here.people.sign_out_device(await here.people.guest(request), device)
    return {"id": device}


@router.delete("/me/link")
async def end_link(request: Request, here: HouseOf) -> dict[str, bool]:
    """No personal link leads into your name any more. A program that signed in by it is out,
    too."""
    await here.people.end_link(await here.people.guest(request))
    return {"ended": True}


@router.delete("/me/tokens")
async def end_tokens(request: Request, here: HouseOf) -> dict[str, bool]:
    """End the tokens of all your seats: no program plays them any more."""
    await here.people.end_tokens(await here.people.guest(request))
    return {"ended": True}


# Mail


@router.post("/me/mail")
async def open_to_mail(request: Request, here: HouseOf) -> dict[str, bool]:
    """Let links sent to your confirmed address lead into your name, and protect it by that."""
    guest = await here.people.guest(request)
    return {"protected": await here.names.mail.open_to(guest)}


@router.delete("/me/mail")
async def close_to_mail(request: Request, here: HouseOf) -> dict[str, bool]:
    """No link by mail leads into your name any more."""
    await here.names.mail.close_to(await here.people.guest(request))
    return {"ended": True}


@router.post("/sign-in/mail", status_code=202)
async def ask_for_mail(wish: AddressIn, request: Request, here: HouseOf) -> dict[str, bool]:
    """Have a link sent to an address. The answer is the same whether or not it is known here."""
    here.names.mail.ask(wish.address, address_of(request), language_of(request))
    return {"asked": True}


@router.post("/sign-in/mail/use")
async def use_mail(wish: SecretIn, here: HouseOf) -> dict[str, str]:
    """Sign in by the secret at the end of such a link, once. You get a new secret of your own; an
    older personal link stops working."""
    guest = await here.names.mail.use(wish.secret)
    return {"id": guest.id, "name": guest.name, "secret": await here.people.new_link(guest)}


# Passkeys


def _signed_in(caller: Caller) -> tuple[Guest, str]:
    """Who is signed in here by a browser's session; a passkey can be made nowhere else."""
    if caller.guest is None or caller.session is None:
        raise NotAllowed("qd.server.sign_in_first")
    return caller.guest, caller.session


def _place(request: Request, here: HouseOf) -> Place:
    return place_of(request, here.names.public_url)


@router.post("/me/passkeys/begin")
async def begin_passkey(request: Request, here: HouseOf, caller: CallerOf) -> dict[str, Any]:
    """What a browser in which you are signed in needs to make a passkey."""
    guest, session = _signed_in(caller)
    return await here.names.passkeys.begin(guest, session, _place(request, here))


@router.post("/me/passkeys", status_code=201)
async def add_passkey(
    wish: PasskeyIn, request: Request, here: HouseOf, caller: CallerOf
) -> dict[str, bool]:
    """Keep the passkey that the browser has made. `protected` is false if the name could not be."""
    guest, session = _signed_in(caller)
    place = _place(request, here)
    name = wish.name.strip() or name_device(request.headers.get("user-agent", ""))
    passkeys = here.names.passkeys
    return {"protected": await passkeys.add(guest, session, place, wish.credential, name)}


@router.put("/me/passkeys/{passkey}")
async def rename_passkey(
    passkey: str, wish: NameIn, request: Request, here: HouseOf
) -> dict[str, str]:
    """Call a passkey something else."""
    await here.names.passkeys.rename(await here.people.guest(request), passkey, wish.name)
    return {"id": passkey}


@router.delete("/me/passkeys/{passkey}")
async def remove_passkey(passkey: str, request: Request, here: HouseOf) -> dict[str, str]:
    """A passkey leads nowhere from now on. Without any other way your name is not protected."""
    await here.names.passkeys.remove(await here.people.guest(request), passkey)
    return {"id": passkey}


@router.post("/sign-in/passkey/begin")
async def begin_sign_in(request: Request, response: Response, here: HouseOf) -> dict[str, Any]:
    """What a browser needs to let you choose one of your passkeys."""
    known = request.cookies.get(NONCE_COOKIE, "")
    nonce = known if len(known) == len(new_secret()) else new_secret()
    options = await here.names.passkeys.begin_sign_in(nonce, _place(request, here))
    response.set_cookie(
        NONCE_COOKIE,
        nonce,
        max_age=NONCE_SECONDS,
        path=link("/api/sign-in"),
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return options


@router.post("/sign-in/passkey")
async def sign_in(
    wish: AnswerIn, request: Request, response: Response, here: HouseOf, caller: CallerOf
) -> dict[str, str]:
    """Sign in by a passkey, in the place of whoever was signed in in this browser."""
    nonce = request.cookies.get(NONCE_COOKIE, "")
    guest = await here.names.passkeys.sign_in(nonce, _place(request, here), wish.credential)
    device = name_device(request.headers.get("user-agent", ""))
    secure = request.url.scheme == "https"
    await here.people.sign_in(response, guest, secure, caller, device)
    return {"id": guest.id, "name": guest.name}
