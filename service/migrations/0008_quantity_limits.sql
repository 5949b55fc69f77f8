ALTER TABLE "ticketing"."product" ADD COLUMN "minimum_quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ticketing"."product" ADD COLUMN "maximum_quantity" integer;