CREATE TABLE "storefront"."note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff" text NOT NULL,
	"text" text NOT NULL,
	"struck_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "storefront"."note" ADD CONSTRAINT "note_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_of_checkout" ON "storefront"."note" USING btree ("checkout_id","at");