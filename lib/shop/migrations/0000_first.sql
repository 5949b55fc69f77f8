CREATE SCHEMA "storefront";
--> statement-breakpoint
CREATE TABLE "storefront"."access" (
	"token_hash" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"granted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."checkout" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"language" text NOT NULL,
	"entries" jsonb NOT NULL,
	"customer" jsonb,
	"email" text,
	"total" numeric(14, 2),
	"expires_at" timestamp with time zone NOT NULL,
	"reason" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	CONSTRAINT "checkout_reference_unique" UNIQUE("reference"),
	CONSTRAINT "checkout_state" CHECK (state in ('held', 'paying', 'paid', 'ordering', 'ordered', 'refunding', 'refunded', 'expired', 'cancelled', 'attention'))
);
--> statement-breakpoint
CREATE TABLE "storefront"."hold" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"catalog_id" uuid NOT NULL,
	"reservation_id" uuid NOT NULL,
	"reservation" jsonb NOT NULL,
	"descriptions" jsonb NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "hold_reservation_id_unique" UNIQUE("reservation_id")
);
--> statement-breakpoint
CREATE TABLE "storefront"."link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failure" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"state" text NOT NULL,
	"session_id" text,
	"intent" text,
	"page_expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"refund_id" text,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "payment_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "payment_state" CHECK (state in ('opening', 'open', 'paid', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "storefront"."placed_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"catalog_id" uuid NOT NULL,
	"reservation_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "placed_order_reservation_id_unique" UNIQUE("reservation_id")
);
--> statement-breakpoint
CREATE TABLE "storefront"."timeline" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"what" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."webhook" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"session_id" text,
	"checkout_id" text,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone,
	"outcome" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "storefront"."access" ADD CONSTRAINT "access_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."hold" ADD CONSTRAINT "hold_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."link" ADD CONSTRAINT "link_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD CONSTRAINT "payment_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."placed_order" ADD CONSTRAINT "placed_order_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."timeline" ADD CONSTRAINT "timeline_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_once" ON "storefront"."access" USING btree ("token_hash","checkout_id");--> statement-breakpoint
CREATE INDEX "checkout_due" ON "storefront"."checkout" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "checkout_by_email" ON "storefront"."checkout" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "checkout_in_attention" ON "storefront"."checkout" USING btree ("entered_at") WHERE state = 'attention';--> statement-breakpoint
CREATE INDEX "hold_of_checkout" ON "storefront"."hold" USING btree ("checkout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_once" ON "storefront"."mail" USING btree ("checkout_id","kind");--> statement-breakpoint
CREATE INDEX "mail_due" ON "storefront"."mail" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_unsettled_payment" ON "storefront"."payment" USING btree ("checkout_id") WHERE state in ('opening', 'open');--> statement-breakpoint
CREATE INDEX "payment_of_checkout" ON "storefront"."payment" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "placed_order_of_checkout" ON "storefront"."placed_order" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "placed_order_by_reference" ON "storefront"."placed_order" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "timeline_of_checkout" ON "storefront"."timeline" USING btree ("checkout_id","id");--> statement-breakpoint
CREATE INDEX "webhook_due" ON "storefront"."webhook" USING btree ("due_at") WHERE due_at is not null;