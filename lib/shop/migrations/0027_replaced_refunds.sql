ALTER TABLE "storefront"."payment_incident" ADD COLUMN "paid_back" text;--> statement-breakpoint
ALTER TABLE "storefront"."payment_incident" ADD COLUMN "paid_back_at" timestamp with time zone;