CREATE TABLE "storefront"."session_change_cursor" (
	"id" integer PRIMARY KEY NOT NULL,
	"read_until" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."session_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"catalog_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"event_name" text NOT NULL,
	"timezone" text NOT NULL,
	"what" text NOT NULL,
	"from_time" timestamp with time zone NOT NULL,
	"to_time" timestamp with time zone,
	"tickets" integer NOT NULL,
	"orders" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_by" text,
	"reason" text,
	CONSTRAINT "session_change_acknowledged" CHECK ((acknowledged_at is null) = (acknowledged_by is null) and (acknowledged_at is null) = (reason is null))
);
--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "payout_id" text;
--> statement-breakpoint
CREATE INDEX "session_change_waiting" ON "storefront"."session_change" USING btree ("from_time") WHERE acknowledged_at is null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_paid_out" ON "storefront"."payment" USING btree ("settled_at") WHERE payout_id is not null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_not_paid_out" ON "storefront"."payment" USING btree ("settled_at") WHERE payout_id is null and state = 'paid' and method = 'provider';
