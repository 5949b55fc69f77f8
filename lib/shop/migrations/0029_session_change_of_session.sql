-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "session_change_of_session" ON "storefront"."session_change" USING btree ("session_id","changed_at");
