import { z } from 'zod';

/** A setting with addresses and networks (CIDR), separated by commas. */
export const networkList = z
  .string()
  .transform((list) => list.split(',').map((one) => one.trim()))
  .pipe(
    z.array(
      z.union(
        [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
        'has to be a list of addresses and networks such as "10.0.0.0/8,::1"',
      ),
    ),
  );
