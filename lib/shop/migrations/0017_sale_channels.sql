ALTER TABLE "storefront"."checkout" ADD COLUMN "channel" text DEFAULT 'web' NOT NULL;--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "method" text DEFAULT 'provider' NOT NULL;