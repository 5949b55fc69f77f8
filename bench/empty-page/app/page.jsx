// Rendered for each request, like the pages of the shop.
export const dynamic = 'force-dynamic';

export default function Page() {
  return <h1>Empty</h1>;
}
