"""Alembic's entry point: the server hands over a connection, nothing else is configured."""

from alembic import context

from quarterdeck.server.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
