CREATE TABLE "ticketing"."secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
