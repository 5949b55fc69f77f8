-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "admission_by_ticket" ON "ticketing"."admission" USING btree ("ticket_organization_id","ticket_id");
