ALTER TABLE "storefront"."event_change_order" ADD COLUMN "rebooked_to" uuid;
--> statement-breakpoint
ALTER TABLE "storefront"."event_change_order" ADD COLUMN "asked_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."event_change" ADD COLUMN "target_id" uuid;
--> statement-breakpoint
ALTER TABLE "storefront"."event_change" ADD COLUMN "target_occurs_at" timestamp with time zone;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "changed_order_placed" ON "storefront"."event_change_order" USING btree ("change_id") WHERE state = 'placed';
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "changed_order_rebooked" ON "storefront"."event_change_order" USING btree ("rebooked_to") WHERE rebooked_to is not null;
--> statement-breakpoint
ALTER TABLE "storefront"."event_change" ADD CONSTRAINT "event_change_target" CHECK ((target_id is null) = (target_occurs_at is null)) NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "storefront"."event_change" VALIDATE CONSTRAINT "event_change_target";
