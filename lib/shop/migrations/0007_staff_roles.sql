ALTER TABLE "storefront"."staff_session" ADD COLUMN "roles" jsonb;--> statement-breakpoint
ALTER TABLE "storefront"."staff_session" ADD COLUMN "roles_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "storefront"."staff_session" ADD COLUMN "tokens" text;--> statement-breakpoint
ALTER TABLE "storefront"."staff_session" ADD COLUMN "asking_until" timestamp with time zone;