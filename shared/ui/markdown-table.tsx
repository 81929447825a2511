import type { Tokens } from 'marked';
import { renderInline } from './markdown-inline.tsx';
import styles from './table.module.css';

/** A table of a text. It scrolls inside its own frame, never the page. */
export function MarkdownTable({ table }: { table: Tokens.Table }) {
  const side = (index: number) => (table.align[index] === 'right' ? styles.right : undefined);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} scope="col" className={side(index)}>
                {renderInline(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                <td key={index} className={side(index)}>
                  {renderInline(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
