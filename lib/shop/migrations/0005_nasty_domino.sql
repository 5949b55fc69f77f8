ALTER TABLE "storefront"."cancellation" ADD COLUMN "credited" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "storefront"."rebooking" ADD COLUMN "catalog_id" uuid;--> statement-breakpoint
ALTER TABLE "storefront"."rebooking" ADD COLUMN "amount" numeric(14, 2);