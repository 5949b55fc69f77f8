CREATE TABLE "storefront"."claim" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hold_id" uuid,
	"is_lost" boolean DEFAULT false NOT NULL,
	"asked" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"token_hash" text NOT NULL,
	"network" text NOT NULL,
	"units" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "storefront"."checkout_in_attention";--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "settled_as" text;--> statement-breakpoint
ALTER TABLE "storefront"."claim" ADD CONSTRAINT "claim_hold_id_hold_id_fk" FOREIGN KEY ("hold_id") REFERENCES "storefront"."hold"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_of_token" ON "storefront"."claim" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "claim_of_network" ON "storefront"."claim" USING btree ("network");--> statement-breakpoint
CREATE INDEX "claim_until" ON "storefront"."claim" USING btree ("until");--> statement-breakpoint
CREATE INDEX "checkout_in_attention" ON "storefront"."checkout" USING btree ("entered_at") WHERE state = 'attention' and settled_as is null;--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD CONSTRAINT "checkout_settled" CHECK (settled_as is null or state = 'attention');