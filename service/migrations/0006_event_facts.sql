ALTER TABLE "ticketing"."event" ADD COLUMN "meeting_point" jsonb;--> statement-breakpoint
ALTER TABLE "ticketing"."event" ADD COLUMN "minimum_age" integer;--> statement-breakpoint
ALTER TABLE "ticketing"."event" ADD COLUMN "included" jsonb;