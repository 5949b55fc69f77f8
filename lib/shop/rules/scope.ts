/** What visitors of a room wait for: the whole shop, one catalogue, or one product of it. */
export type Scope =
  | { readonly kind: 'shop' }
  | { readonly kind: 'catalog'; readonly catalogId: string }
  | { readonly kind: 'product'; readonly catalogId: string; readonly productId: string };

/** Identifiers may be written in upper and lower case. */
export function scopeText(scope: Scope): string {
  switch (scope.kind) {
    case 'shop':
      return 'shop';
    case 'catalog':
      return scope.catalogId.toLowerCase();
    case 'product':
      return `${scope.catalogId}/${scope.productId}`.toLowerCase();
  }
}

/** The scope that a text of `scopeText` names. */
export function parseScope(text: string): Scope {
  const [catalogId = '', productId] = text.split('/');
  if (text === 'shop') return { kind: 'shop' };
  return productId === undefined ? { kind: 'catalog', catalogId } : { kind: 'product', catalogId, productId };
}

/** Whether tickets of a product are among what visitors of the scope wait for. */
export function covers(scope: Scope, catalogId: string, productId: string): boolean {
  const isOfCatalog = scope.kind === 'shop' || scope.catalogId === catalogId.toLowerCase();
  return isOfCatalog && (scope.kind !== 'product' || scope.productId === productId.toLowerCase());
}
