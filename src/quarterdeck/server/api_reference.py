"""The description of the JSON API for people: from its OpenAPI schema to what a page shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson
from markdown_it import MarkdownIt
from markupsafe import Markup

Schema = dict[str, Any]
# What limits a value, by its name in the schema.
LIMITS = {
    "minimum": "≥ {}",
    "maximum": "≤ {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "pattern": "like {}",
}
METHODS = ("get", "post", "put", "delete")


@dataclass(frozen=True)
class Value:
    """A parameter or a field of a body. `where` is `path`, `query` or `body`."""

    name: str
    where: str
    kind: str
    required: bool
    default: str
    number: bool


@dataclass(frozen=True)
class DescribedRequest:
    """A request as a page shows it; `body` is one to begin with, as JSON."""

    id: str
    method: str
    path: str
    title: str
    about: Markup
    parameters: tuple[Value, ...]
    fields: tuple[Value, ...]
    notes: Markup
    body: str


@dataclass(frozen=True)
class Subject:
    """The requests of one part of the API."""

    name: str
    requests: tuple[DescribedRequest, ...]


def describe_requests(openapi: Schema) -> list[Subject]:
    """All requests in their order, by subject."""
    reader = _Reader(openapi)
    found: dict[str, list[DescribedRequest]] = {}
    for path, methods in openapi["paths"].items():
        for method in METHODS:
            if method in methods:
                about = methods[method]
                found.setdefault(about["tags"][0], []).append(reader.read(method, path, about))
    return [Subject(name, tuple(requests)) for name, requests in found.items()]


class _Reader:
    """Reads a schema, which refers to parts of itself."""

    def __init__(self, openapi: Schema) -> None:
        self._schemas: Schema = openapi.get("components", {}).get("schemas", {})

    def read(self, method: str, path: str, about: Schema) -> DescribedRequest:
        content = about.get("requestBody", {}).get("content", {})
        schema = self._find(content.get("application/json", {}).get("schema", {}))
        function = about["operationId"].partition("_api_")[0]
        return DescribedRequest(
            id=function,
            method=method.upper(),
            path=path,
            title=function.replace("_", " "),
            about=_typeset(about.get("description", "")),
            parameters=tuple(self._parameters(about)),
            fields=tuple(self._fields(schema)),
            notes=_typeset(schema.get("description", "")),
            body=_write(self._example(schema)) if schema else "",
        )

    def _parameters(self, about: Schema) -> Iterator[Value]:
        for given in about.get("parameters", ()):
            if given["in"] in ("path", "query"):
                yield self._value(
                    given["name"], given["in"], given["schema"], given.get("required", False)
                )

    def _fields(self, schema: Schema) -> Iterator[Value]:
        for name, about in schema.get("properties", {}).items():
            yield self._value(name, "body", about, name in schema.get("required", ()))

    def _value(self, name: str, where: str, schema: Schema, required: bool) -> Value:
        default = schema.get("default")
        return Value(
            name,
            where,
            self._kind(schema),
            required,
            "" if default is None else _write(default),
            schema.get("type") in ("integer", "number"),
        )

    def _kind(self, schema: Schema) -> str:
        """What a value may be, in few words."""
        schema = self._find(schema)
        if "anyOf" in schema:
            return " | ".join(self._kind(each) for each in schema["anyOf"])
        if "enum" in schema:
            return " | ".join(_write(value) for value in schema["enum"])
        kind = str(schema.get("type", "any"))
        if kind == "array":
            kind = f"array ({self._kind(schema.get('items', {}))})"
        limits = [
            text.format(schema[name] if name == "pattern" else int(schema[name]))
            for name, text in LIMITS.items()
            if name in schema
        ]
        return ", ".join([kind, *limits])

    def _example(self, schema: Schema) -> Any:
        """A value to begin with: the default if there is one, else the simplest."""
        schema = self._find(schema)
        if "default" in schema:
            return schema["default"]
        if "anyOf" in schema:
            may_be_nothing = {"type": "null"} in schema["anyOf"]
            return None if may_be_nothing else self._example(schema["anyOf"][0])
        if "enum" in schema:
            return schema["enum"][0]
        match schema.get("type"):
            case "object":
                fields = schema.get("properties", {}).items()
                return {name: self._example(about) for name, about in fields}
            case "array":
                return [self._example(schema.get("items", {}))]
            case "integer" | "number":
                return int(schema.get("minimum", 0))
            case "boolean":
                return False
            case "string":
                return "example-1" if schema.get("minLength", 0) > 1 else ""
        return None

    def _find(self, schema: Schema) -> Schema:
        if "$ref" in schema:
            found: Schema = self._schemas[schema["$ref"].rpartition("/")[2]]
            return found
        return schema


def _write(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def _typeset(text: str) -> Markup:
    """A docstring as HTML."""
    # Our own words, rendered without raw HTML.
    return Markup(MarkdownIt("commonmark", {"html": False}).render(text))  # noqa: S704
