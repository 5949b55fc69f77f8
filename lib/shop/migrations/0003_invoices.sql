CREATE TABLE "storefront"."invoice_series" (
	"catalog_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"code" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_series_catalog_id_year_pk" PRIMARY KEY("catalog_id","year")
);
--> statement-breakpoint
CREATE TABLE "storefront"."invoice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"catalog_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"code" integer NOT NULL,
	"year" integer NOT NULL,
	"position" integer NOT NULL,
	"cause" text NOT NULL,
	"total" numeric(14, 2) NOT NULL,
	"content" jsonb NOT NULL,
	"buyer" jsonb,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_kind" CHECK (kind in ('invoice', 'credit_note'))
);
--> statement-breakpoint
ALTER TABLE "storefront"."invoice" ADD CONSTRAINT "invoice_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_series_code" ON "storefront"."invoice_series" USING btree ("code","year");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_once" ON "storefront"."invoice" USING btree ("checkout_id","catalog_id","kind","cause");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_position" ON "storefront"."invoice" USING btree ("code","year","position");--> statement-breakpoint
CREATE INDEX "invoice_by_number" ON "storefront"."invoice" USING btree (upper(translate(number, ' .-/', '')));--> statement-breakpoint
CREATE INDEX "invoice_by_time" ON "storefront"."invoice" USING btree ("issued_at");--> statement-breakpoint
CREATE FUNCTION "storefront"."refuse_invoice_change"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Invoices and credit notes stay as they were issued; only for whom they were made out is deleted some day.
BEGIN
	IF TG_OP = 'UPDATE' AND NEW.buyer IS NULL AND to_jsonb(NEW) - 'buyer' = to_jsonb(OLD) - 'buyer' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'an invoice can not be changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER "invoice_append_only" BEFORE UPDATE OR DELETE ON "storefront"."invoice"
	FOR EACH ROW EXECUTE FUNCTION "storefront"."refuse_invoice_change"();
