import type { Answer } from '#features/search/answers/schema.ts'
import { Link } from '#web/links.tsx'
import type { FoundSection as Found } from './found-help.server.ts'

/** A section of the guide that was found: its title, its chapter and a line of it. */
export function FoundSection({ section: { to, title, chapter, line } }: { section: Found }) {
  return (
    <>
      <Link to={to}>{title}</Link> <small>{chapter}</small>
      <p>{line}</p>
    </>
  )
}

/** An answer that was found, with a link to the page where the thing is done. */
export function FoundAnswer({ answer: { asked, text, link } }: { answer: Answer }) {
  return (
    <>
      <h4>{asked}</h4>
      <p>{text}</p>
      <Link to={link.to}>{link.words}</Link>
    </>
  )
}
