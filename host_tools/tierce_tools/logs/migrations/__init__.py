"""The versions of the store's schema, in alembic's layout. `logs.store` runs them."""
