CREATE TABLE "storefront"."cancellation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"tickets" jsonb NOT NULL,
	"state" text NOT NULL,
	"staff" text,
	"reason" text NOT NULL,
	"override" boolean NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"payment_id" uuid,
	"reference" text,
	"document" text,
	"refund_id" text,
	"refund_attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"settled_as" text,
	"settled_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"escalated_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	CONSTRAINT "cancellation_settled" CHECK (settled_as is null or state = 'done'),
	CONSTRAINT "cancellation_has_payment" CHECK (payment_id is not null or amount = 0)
);
--> statement-breakpoint
ALTER TABLE "storefront"."cancellation" ADD CONSTRAINT "cancellation_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."cancellation" ADD CONSTRAINT "cancellation_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "storefront"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancellation_of_checkout" ON "storefront"."cancellation" USING btree ("checkout_id","created_at");--> statement-breakpoint
CREATE INDEX "cancellation_due" ON "storefront"."cancellation" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "cancellation_in_attention" ON "storefront"."cancellation" USING btree ("entered_at") WHERE state = 'attention';--> statement-breakpoint
CREATE INDEX "cancellation_by_time" ON "storefront"."cancellation" USING btree ("created_at");