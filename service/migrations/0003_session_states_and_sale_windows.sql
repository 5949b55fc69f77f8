ALTER TABLE "ticketing"."counter" ADD COLUMN "sale_limit" integer;--> statement-breakpoint
ALTER TABLE "ticketing"."offer" ADD COLUMN "sale_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ticketing"."session" ADD COLUMN "description" jsonb;--> statement-breakpoint
ALTER TABLE "ticketing"."session" ADD COLUMN "status" text DEFAULT 'scheduled' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticketing"."session" ADD COLUMN "sale_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ticketing"."session" ADD COLUMN "sale_ends_at" timestamp with time zone;