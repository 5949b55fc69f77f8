CREATE TABLE "storefront"."ticket_holder" (
	"checkout_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"email" text,
	CONSTRAINT "ticket_holder_checkout_id_ticket_id_pk" PRIMARY KEY("checkout_id","ticket_id")
);
--> statement-breakpoint
ALTER TABLE "storefront"."ticket_holder" ADD CONSTRAINT "ticket_holder_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;