CREATE TABLE "storefront"."alert" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"checkout_id" uuid,
	"detail" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"email_id" uuid,
	"attempted_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"notified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."event_cursor" (
	"id" integer PRIMARY KEY NOT NULL,
	"read_until" timestamp with time zone,
	"asked_at" timestamp with time zone
);
--> statement-breakpoint
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
CREATE TABLE "storefront"."nightly_job" (
	"name" text PRIMARY KEY NOT NULL,
	"done_for" timestamp with time zone NOT NULL,
	"last_started_at" timestamp with time zone,
	"last_finished_at" timestamp with time zone,
	"run_id" uuid,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "ambiguous" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "look_only" text;
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "escalated_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "anonymised_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "refused_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "attention" text;
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "attention_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "refund_attempts" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "asked_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "page_url" text;
--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "settled_as" text;
--> statement-breakpoint
ALTER TABLE "storefront"."webhook" ADD COLUMN "paid" jsonb;
--> statement-breakpoint
ALTER TABLE "storefront"."webhook" ADD COLUMN "object_id" text;
--> statement-breakpoint
ALTER TABLE "storefront"."webhook" ADD COLUMN "intent" text;
--> statement-breakpoint
ALTER TABLE "storefront"."alert" ADD CONSTRAINT "alert_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "storefront"."payment_incident" ADD CONSTRAINT "payment_incident_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "storefront"."payment_incident" ADD CONSTRAINT "payment_incident_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "storefront"."payment"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "storefront"."ticket_block" ADD CONSTRAINT "ticket_block_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "alert_once" ON "storefront"."alert" USING btree ("kind","key");
--> statement-breakpoint
CREATE INDEX "alert_waiting" ON "storefront"."alert" USING btree ("created_at") WHERE notified_at is null;
--> statement-breakpoint
CREATE INDEX "alert_by_attempt" ON "storefront"."alert" USING btree ("attempted_at");
--> statement-breakpoint
CREATE INDEX "alert_by_email" ON "storefront"."alert" USING btree ("email_id");
--> statement-breakpoint
CREATE INDEX "payment_incident_of_checkout" ON "storefront"."payment_incident" USING btree ("checkout_id");
--> statement-breakpoint
CREATE INDEX "payment_incident_of_payment" ON "storefront"."payment_incident" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "payment_incident_waiting" ON "storefront"."payment_incident" USING btree ("seen_at") WHERE acknowledged_at is null and status <> 'settled';
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "access_by_time" ON "storefront"."access" USING btree ("granted_at");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkout_escalated" ON "storefront"."checkout" USING btree ("escalated_at") WHERE escalated_at is not null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkout_by_time" ON "storefront"."checkout" USING btree ("created_at");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkout_personal" ON "storefront"."checkout" USING btree ("state","entered_at") WHERE anonymised_at is null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "link_by_time" ON "storefront"."link" USING btree ("created_at");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mail_in_attention" ON "storefront"."mail" USING btree ("attention_at") WHERE attention is not null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_by_intent" ON "storefront"."payment" USING btree ("intent");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_by_refund" ON "storefront"."payment" USING btree ("refunded_at") WHERE refunded_at is not null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_by_time" ON "storefront"."webhook" USING btree ("received_at");
