ALTER TABLE "ticketing"."cancellation" ADD COLUMN "rebooked_to" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "ticketing"."product" ADD COLUMN "rebooking" jsonb;--> statement-breakpoint
ALTER TABLE "ticketing"."reservation" ADD COLUMN "rebooking" jsonb;