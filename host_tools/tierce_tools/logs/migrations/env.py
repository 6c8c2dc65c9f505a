"""alembic runs this to migrate, on the connection and in the transaction that the store gives."""

from alembic import context

from tierce_tools.logs.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
context.run_migrations()
