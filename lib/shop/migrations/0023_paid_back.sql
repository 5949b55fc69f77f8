ALTER TABLE "storefront"."cancellation" ADD COLUMN "paid_back" text;--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "paid_back" text;