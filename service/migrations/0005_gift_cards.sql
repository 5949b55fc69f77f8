ALTER TABLE "ticketing"."voucher" DROP CONSTRAINT "voucher_value";
--> statement-breakpoint
ALTER TABLE "ticketing"."cancellation" ADD COLUMN "returned_amount" numeric(14, 2) DEFAULT '0.00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "ticketing"."product" ADD COLUMN "gift_card" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "ticketing"."reservation" ADD COLUMN "gift_card" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "ticketing"."voucher" ADD CONSTRAINT "voucher_value" CHECK ("ticketing"."voucher"."value" >= 0 and ("ticketing"."voucher"."kind" <> 'percentage' or "ticketing"."voucher"."value" <= 100)) NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "ticketing"."voucher" VALIDATE CONSTRAINT "voucher_value";
