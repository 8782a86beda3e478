//! Converts SVG to PNG in light mode. The font is included, so that a picture is identical on every
//! machine, even without installed fonts.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::error::{Error, PictureError};

/// Pictures have twice as many pixels on a side as their SVG, but at most this number.
const MOST: f32 = 6000.0;

/// Converts a picture of this module to PNG.
///
/// # Errors
/// [`Error::Picture`] if the text is not valid SVG, or has no size.
pub fn png(svg: &str) -> Result<Vec<u8>, Error> {
    let wrong = |error: &dyn std::fmt::Display| PictureError {
        problem: format!("no PNG: {error}"),
        remedy: "take SVG",
    };
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let family = "DejaVu Sans".into();
    let options = Options { fontdb: Arc::new(fonts), font_family: family, ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| wrong(&error))?;
    let size = tree.size();
    let scale = (MOST / size.width().max(size.height())).min(2.0);
    let pixels = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let pixmap = Pixmap::new(pixels(size.width()), pixels(size.height()));
    let mut pixmap = pixmap.ok_or_else(|| wrong(&"the picture is too large"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| wrong(&error).into())
}
