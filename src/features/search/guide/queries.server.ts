import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListKey } from '#messages/catalogue.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { PROJECT_ROOT } from '#platform/root.ts'
import { type Chapter, CHAPTERS, readChapter, type Section } from './schema.ts'

const FOLDER = join(PROJECT_ROOT, 'src', 'messages', 'guide')

const known = new Map<string, readonly Section[]>()

/** The sections of a chapter in their order. The files belong to the program and are read once. */
export function listSections(chapter: Chapter, language: Language): readonly Section[] {
  const file = `${chapter}.${language}.md`
  const before = known.get(file)
  if (before) return before
  const t = translator(language)
  const named = { text: t.find, list: (key: string) => t.list(key as ListKey) }
  const sections = readChapter(chapter, file, readFileSync(join(FOLDER, file), 'utf8'), named)
  known.set(file, sections)
  return sections
}

/** The whole guide, or these chapters of it. */
export function listGuide(language: Language, chapters: readonly Chapter[] = CHAPTERS): Section[] {
  return chapters.flatMap((chapter) => listSections(chapter, language))
}

export type Size = { width: number; height: number }

let sizes: Readonly<Record<string, Size>> | null = null

/** The sizes of the pictures, by file name, as the script that makes them writes them. */
export function pictureSizes(): Readonly<Record<string, Size>> {
  sizes ??= JSON.parse(readFileSync(join(FOLDER, 'pictures.json'), 'utf8')) as Record<string, Size>
  return sizes
}
