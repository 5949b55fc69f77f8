ALTER TABLE "storefront"."lookup" ADD COLUMN "requester" text;
--> statement-breakpoint
ALTER TABLE "storefront"."claim" ADD COLUMN "site" text;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "claim_of_site" ON "storefront"."claim" USING btree ("site");
