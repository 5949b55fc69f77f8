CREATE TABLE "storefront"."payment_incident" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"currency" text NOT NULL,
	"funds_withdrawn" boolean DEFAULT false NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_by" text,
	CONSTRAINT "payment_incident_kind" CHECK (kind in ('refund_failed', 'refunded_at_provider', 'dispute', 'fraud_warning')),
	CONSTRAINT "payment_incident_status" CHECK (status in ('open', 'won', 'lost', 'closed', 'settled'))
);
--> statement-breakpoint
CREATE TABLE "storefront"."ticket_block" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	"blocked_by" text NOT NULL,
	"tickets" jsonb NOT NULL,
	"asked" text,
	"changed" integer,
	"refused" integer,
	"failed" integer
);
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "look_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "page_url" text;--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "settled_as" text;--> statement-breakpoint
ALTER TABLE "storefront"."webhook" ADD COLUMN "object_id" text;--> statement-breakpoint
ALTER TABLE "storefront"."webhook" ADD COLUMN "intent" text;--> statement-breakpoint
ALTER TABLE "storefront"."payment_incident" ADD CONSTRAINT "payment_incident_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."payment_incident" ADD CONSTRAINT "payment_incident_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "storefront"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."ticket_block" ADD CONSTRAINT "ticket_block_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_incident_of_checkout" ON "storefront"."payment_incident" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "payment_incident_of_payment" ON "storefront"."payment_incident" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_incident_waiting" ON "storefront"."payment_incident" USING btree ("seen_at") WHERE acknowledged_at is null and status <> 'settled';--> statement-breakpoint
CREATE INDEX "payment_by_intent" ON "storefront"."payment" USING btree ("intent");