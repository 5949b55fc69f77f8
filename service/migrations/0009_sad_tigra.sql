ALTER TABLE "ticketing"."admission" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ticketing"."admission" ADD COLUMN "resolved_by" text;