import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  type QueryId,
  type QueryResult,
  type UnknownRow,
  type ValueNode,
} from 'kysely'

/** Lets queries take `Temporal.Instant` wherever they take a value; the driver itself would send its JSON. */
export const instants: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => new InstantWriter().transformNode(node, queryId),
  transformResult: async ({ result }): Promise<QueryResult<UnknownRow>> => result,
}

class InstantWriter extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode, queryId?: QueryId): ValueNode {
    return super.transformValue({ ...node, value: written(node.value) }, queryId)
  }

  protected override transformPrimitiveValueList(
    node: PrimitiveValueListNode,
    queryId?: QueryId,
  ): PrimitiveValueListNode {
    return super.transformPrimitiveValueList({ ...node, values: node.values.map(written) }, queryId)
  }
}

function written(value: unknown): unknown {
  return value instanceof Temporal.Instant ? value.toString() : value
}
