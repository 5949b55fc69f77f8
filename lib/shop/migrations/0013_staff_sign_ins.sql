ALTER TABLE "storefront"."staff_session" ADD COLUMN "staff" text;--> statement-breakpoint
ALTER TABLE "storefront"."staff_session" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "storefront"."staff_session" ADD COLUMN "network" text;