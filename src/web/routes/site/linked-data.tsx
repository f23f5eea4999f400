/** Facts of a page for search engines: no script runs from it. Escaped so that no text can end the element. */
export function LinkedData({ of }: { of: object }) {
  return (
    <script
      type="application/ld+json"
      // Public pages are never rendered in a browser.
      dangerouslySetInnerHTML={{ __html: JSON.stringify(of).replaceAll('<', '\\u003c') }}
    />
  )
}
