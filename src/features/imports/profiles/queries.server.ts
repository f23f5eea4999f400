import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { FileToRead } from '#domain/import.ts'
import { fingerprintOf, type Mapping } from '#domain/mapping.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { lookInWorker } from '#integrations/worker/read-in-worker.ts'
import type { Look } from '#integrations/mapped/look.ts'
import type { Profile as ListSetup } from '#integrations/mapped/mapped-format.ts'
import { storedMapping, type SetupInput } from './schema.ts'

/** A profile in its latest version: how files of a list are read that the operator set up. */
export type Profile = {
  id: string
  version: number
  /** The id of the version, to which imports refer. */
  versionId: number
  source: string
  headings: readonly string[]
  mapping: Mapping
  sample: { hash: string; name: string }
}

/** The profiles in use, sorted by the name of their source. */
export async function listProfiles(on: Kysely<DB> = db): Promise<Profile[]> {
  const rows = await selectCurrent(on)
    .where('retired_at', 'is', null)
    .orderBy('source')
    .orderBy('profiles.id')
    .execute()
  return rows.map(profileOf)
}

/** The lists that profiles add to the built-in formats, for readers of files. */
export async function listProfileSetups(on: Kysely<DB> = db): Promise<ListSetup[]> {
  const profiles = await listProfiles(on)
  return profiles.map(({ versionId, source, headings, mapping }) => ({
    version: versionId,
    source,
    headings,
    mapping,
  }))
}

/** A profile in use. Refuses `record.not-found` for one that is retired or does not exist. */
export async function getProfile(id: string, on: Kysely<DB> = db): Promise<Profile> {
  const row = await selectCurrent(on)
    .where('profiles.id', '=', readRecordId(id))
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return profileOf(row)
}

/** The profile that reads tables with these headings, if there is one. */
export async function findProfileOf(headingKeys: readonly string[], on: Kysely<DB> = db): Promise<Profile | null> {
  const row = await selectCurrent(on)
    .where('fingerprint', '=', fingerprintOf(headingKeys))
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row ? profileOf(row) : null
}

/**
 * The lists that were set up, for a screen: the kind of rows of each, the file on which it was set up, when it last
 * read a file, and how many files it read.
 */
export async function listSetupFiles(on: Kysely<DB> = db) {
  const [profiles, uses] = await Promise.all([
    listProfiles(on),
    on
      .selectFrom('imports')
      .innerJoin('profile_versions', 'profile_versions.id', 'imports.profile_version')
      .select((of) => ['profile_id', of.fn.max('imported_at').as('last'), of.fn.countAll<number>().as('files')])
      .groupBy('profile_id')
      .execute(),
  ])
  const byProfile = new Map(uses.map((use) => [use.profile_id, use]))
  return profiles.map(({ id, source, mapping, sample }) => {
    const use = byProfile.get(id)
    return {
      id,
      source,
      kind: mapping.kind,
      sample: sample.name,
      last: use?.last.toString() ?? null,
      files: use?.files ?? 0,
    }
  })
}

/** The file on which a profile was set up. */
export async function readSample({ sample }: Profile): Promise<FileToRead> {
  return { name: sample.name, bytes: await readKeptFile(sample.hash) }
}

/** The names of a file's sheets, and the chosen sheet as a person sees it. */
export type SetupLook = { sheets: readonly string[]; look: Look }

/**
 * Reads a file with the answers given so far; stores nothing. `headings`: those of the profile that is changed, by
 * which its header line is found. Refuses `profile.no-table` for a file without a table, and `file.too-heavy`.
 */
export async function lookAtFile(
  file: FileToRead,
  setupInput: SetupInput,
  headings: readonly string[] | null = null,
): Promise<SetupLook> {
  const { sheet, ...answers } = setupInput
  const setupLook = await lookInWorker(file, sheet, { ...answers, headings })
  if (!setupLook) throw new Refusal('profile.no-table', { name: file.name })
  return setupLook
}

/** Profiles with their latest version. */
function selectCurrent(on: Kysely<DB>) {
  return on
    .selectFrom('profiles')
    .innerJoin('profile_versions', 'profile_versions.profile_id', 'profiles.id')
    .select(['profiles.id', 'headings', 'profile_versions.id as version_id', 'version', 'source', 'mapping'])
    .select(['sample_sha256', 'sample_name'])
    .where((version) =>
      version.not(
        version.exists(
          version
            .selectFrom('profile_versions as newer')
            .select('newer.id')
            .whereRef('newer.profile_id', '=', 'profiles.id')
            .whereRef('newer.version', '>', 'profile_versions.version'),
        ),
      ),
    )
}

type Stored = Awaited<ReturnType<ReturnType<typeof selectCurrent>['execute']>>[number]

function profileOf({
  id,
  version,
  version_id,
  source,
  headings,
  mapping,
  sample_sha256,
  sample_name,
}: Stored): Profile {
  return {
    id,
    version,
    versionId: version_id,
    source,
    headings,
    mapping: storedMapping.parse(mapping),
    sample: { hash: sample_sha256, name: sample_name },
  }
}
