CREATE TABLE "storefront"."closing" (
	"day" date PRIMARY KEY NOT NULL,
	"timezone" text NOT NULL,
	"figures" jsonb NOT NULL,
	"expected" numeric(14, 2) NOT NULL,
	"counted" numeric(14, 2) NOT NULL,
	"note" text NOT NULL,
	"staff" text NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."payout" (
	"id" text PRIMARY KEY NOT NULL,
	"arrives_on" date NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"payments" integer NOT NULL,
	"payments_amount" numeric(14, 2) NOT NULL,
	"refunds" integer NOT NULL,
	"refunds_amount" numeric(14, 2) NOT NULL,
	"disputes_amount" numeric(14, 2) NOT NULL,
	"others_amount" numeric(14, 2) NOT NULL,
	"fees" numeric(14, 2) NOT NULL,
	"problems" jsonb NOT NULL,
	"problem_count" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payout_by_day" ON "storefront"."payout" USING btree ("arrives_on");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "cancellation_by_refund" ON "storefront"."cancellation" USING btree ("entered_at") WHERE state = 'done';
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_incident_by_time" ON "storefront"."payment_incident" USING btree ("opened_at");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_by_settlement" ON "storefront"."payment" USING btree ("settled_at") WHERE state = 'paid';
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "placed_order_by_time" ON "storefront"."placed_order" USING btree ("created_at","id");
