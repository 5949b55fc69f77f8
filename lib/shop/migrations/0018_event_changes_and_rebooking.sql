CREATE TABLE "storefront"."event_change_order" (
	"change_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"cancellation_id" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "event_change_order_change_id_order_id_pk" PRIMARY KEY("change_id","order_id"),
	CONSTRAINT "changed_order_requested" CHECK ((cancellation_id is not null) = (state = 'requested'))
);
--> statement-breakpoint
CREATE TABLE "storefront"."event_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"catalog_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"event_name" text NOT NULL,
	"timezone" text NOT NULL,
	"occurs_at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"message" text NOT NULL,
	"staff" text NOT NULL,
	"state" text NOT NULL,
	"page" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."rebooking" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"earlier_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"tickets" jsonb NOT NULL,
	"staff" text,
	"override" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "storefront"."cancellation" DROP CONSTRAINT "cancellation_has_payment";
--> statement-breakpoint
ALTER TABLE "storefront"."cancellation" ADD COLUMN "own_part" numeric(14, 2);
--> statement-breakpoint
ALTER TABLE "storefront"."cancellation" ADD COLUMN "part_of" uuid;
--> statement-breakpoint
ALTER TABLE "storefront"."cancellation" ADD COLUMN "rebooked_to" uuid;
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "credit" numeric(14, 2) DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "storefront"."event_change_order" ADD CONSTRAINT "event_change_order_change_id_event_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "storefront"."event_change"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "storefront"."event_change_order" ADD CONSTRAINT "event_change_order_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "storefront"."event_change_order" ADD CONSTRAINT "event_change_order_cancellation_id_cancellation_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "storefront"."cancellation"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "storefront"."rebooking" ADD CONSTRAINT "rebooking_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "storefront"."rebooking" ADD CONSTRAINT "rebooking_earlier_id_checkout_id_fk" FOREIGN KEY ("earlier_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "changed_order_waiting" ON "storefront"."event_change_order" USING btree ("change_id","tries") WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX "changed_order_of_checkout" ON "storefront"."event_change_order" USING btree ("checkout_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "event_change_running" ON "storefront"."event_change" USING btree ("session_id") WHERE state <> 'done';
--> statement-breakpoint
CREATE INDEX "event_change_by_time" ON "storefront"."event_change" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "event_change_due" ON "storefront"."event_change" USING btree ("due_at") WHERE due_at is not null;
--> statement-breakpoint
ALTER TABLE "storefront"."cancellation" ADD CONSTRAINT "cancellation_rebooked_to_checkout_id_fk" FOREIGN KEY ("rebooked_to") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "storefront"."cancellation" VALIDATE CONSTRAINT "cancellation_rebooked_to_checkout_id_fk";
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "cancellation_part_of" ON "storefront"."cancellation" USING btree ("part_of") WHERE part_of is not null;
--> statement-breakpoint
ALTER TABLE "storefront"."cancellation" ADD CONSTRAINT "cancellation_has_payment" CHECK (payment_id is not null or coalesce(own_part, amount) = 0) NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "storefront"."cancellation" VALIDATE CONSTRAINT "cancellation_has_payment";
