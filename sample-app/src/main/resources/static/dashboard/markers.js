const GAP = 5;
const ROW = 16;
const MOST_ROWS = 3;

/** The position of a label: beside its line, and within the chart. */
function place(chartArea, at, width) {
  const right = at + GAP + width <= chartArea.right;
  return Math.max(chartArea.left, right ? at + GAP : at - GAP - width);
}

/** The first row with enough room; -1 if there is none. */
function rowFor(rows, left, right) {
  return rows.findIndex((taken) => taken.every((box) => right + GAP < box.left || left - GAP > box.right));
}

/** Draws changes as lines across the chart; reads `options.plugins.markers`: [{ x, text }]. */
export function markers(color) {
  return {
    id: 'markers',
    afterDatasetsDraw(chart) {
      const { ctx, chartArea, scales } = chart;
      const changes = chart.options.plugins.markers;
      if (!Array.isArray(changes)) {
        return;
      }
      const rows = Array.from({ length: MOST_ROWS }, () => []);
      ctx.save();
      ctx.font = '600 12px system-ui, sans-serif';
      ctx.strokeStyle = ctx.fillStyle = color('muted');
      ctx.textAlign = 'left';
      ctx.setLineDash([3, 3]);
      // The newest labels win if there is no room for all.
      changes.filter(({ x }) => x > scales.x.min).reverse().forEach(({ x, text }) => {
        const at = scales.x.getPixelForValue(x);
        ctx.beginPath();
        ctx.moveTo(at, chartArea.top);
        ctx.lineTo(at, chartArea.bottom);
        ctx.stroke();
        const width = ctx.measureText(text).width;
        const left = place(chartArea, at, width);
        const row = rowFor(rows, left, left + width);
        if (row >= 0) {
          rows[row].push({ left, right: left + width });
          ctx.fillText(text, left, chartArea.top + 12 + ROW * row);
        }
      });
      ctx.restore();
    },
  };
}
