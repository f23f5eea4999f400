import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'

/** Writes an MBTiles file with one tile at 2/1/0, whose metadata lists these layers, or no layers at all. */
export function writeStreets(path: string, layers: readonly string[] | null = ['transportation', 'water']): void {
  rmSync(path, { force: true })
  const database = new DatabaseSync(path)
  database.exec(`create table metadata (name text, value text); create table tiles (zoom_level, tile_column, tile_row, tile_data blob);
    insert into metadata values ('format', 'pbf'), ('minzoom', '2'), ('maxzoom', '9');`)
  if (layers !== null)
    database
      .prepare(`insert into metadata values ('json', ?)`)
      .run(JSON.stringify({ vector_layers: layers.map((id) => ({ id, fields: {} })) }))
  database.prepare('insert into tiles values (2, 1, 3, ?)').run(gzipSync('norte'))
  database.close()
}
