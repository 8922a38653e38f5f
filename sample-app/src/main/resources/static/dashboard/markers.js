/** Draws when what was changed, as lines across the chart; reads `options.plugins.markers`: [{ x, text }]. */
export function markers(color) {
  return {
    id: 'markers',
    afterDatasetsDraw(chart) {
      const { ctx, chartArea, scales } = chart;
      const changes = chart.options.plugins.markers;
      if (!Array.isArray(changes)) {
        return;
      }
      ctx.save();
      ctx.font = '600 12px system-ui, sans-serif';
      ctx.strokeStyle = ctx.fillStyle = color('muted');
      changes.filter(({ x }) => x > scales.x.min).forEach(({ x, text }, i) => {
        const at = scales.x.getPixelForValue(x);
        const left = at + ctx.measureText(text).width + 6 > chartArea.right;
        ctx.textAlign = left ? 'right' : 'left';
        ctx.beginPath();
        ctx.setLineDash([3, 3]);
        ctx.moveTo(at, chartArea.top);
        ctx.lineTo(at, chartArea.bottom);
        ctx.stroke();
        // On one height, changes in a row would write over each other.
        ctx.fillText(text, at + (left ? -5 : 5), chartArea.top + 12 + 16 * (i % 2));
      });
      ctx.restore();
    },
  };
}
