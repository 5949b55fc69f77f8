interface Place {
  /** Empty: unknown. */
  readonly name: string;
  readonly address: string;
  /** Degrees in WGS 84. */
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
}

/**
 * Links of a place on a map, which no one else learns of until they are followed. `app`: a `geo:` address (RFC 5870), for
 * a map app. Null if neither position nor address is known.
 */
export function mapLinks({ name, address, position }: Place): { map: string; app: string | null } | null {
  if (position !== null) {
    const { latitude, longitude } = position;
    const at = `${latitude},${longitude}`;
    return {
      map: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`,
      app: `geo:${at}?q=${at}(${encodeURIComponent(name)})`,
    };
  }
  if (address === '') return null;
  const query = new URLSearchParams({ query: address });
  return { map: `https://www.openstreetmap.org/search?${query.toString()}`, app: null };
}
