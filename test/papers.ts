/** The smallest PDF that opens: one empty page, and a comment that makes its bytes unique. */
export function pdfBytes(comment = ''): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.from(`%PDF-1.7
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj
% ${comment}
trailer <</Root 1 0 R>>
%%EOF
`),
  )
}

/** A photo of one pixel, as PNG. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC',
  'base64',
)
