ALTER TABLE "storefront"."staff_account" ADD COLUMN "catalogs" jsonb;--> statement-breakpoint
ALTER TABLE "storefront"."staff_session" ADD COLUMN "catalogs" jsonb;