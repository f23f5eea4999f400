/** Facts about a page for search engines: data, no script. Escaped so that no text can end the element. */
export function LinkedData({ of }: { of: object }) {
  return (
    <script
      type="application/ld+json"
      // The browser never renders public pages with React.
      dangerouslySetInnerHTML={{ __html: JSON.stringify(of).replaceAll('<', '\\u003c') }}
    />
  )
}
