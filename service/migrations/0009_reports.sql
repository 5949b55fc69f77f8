ALTER TABLE "ticketing"."reservation" ADD COLUMN "vat_rate" numeric;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "session_of_day" ON "ticketing"."session" USING btree ("catalog_id","day","occurs_at","id");
