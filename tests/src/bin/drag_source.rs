//! A small window in the corner of the screen from which files can be dragged: what a file manager is to the tests of drops. Its
//! arguments are the paths of the files. It writes a line once the window is there to be pressed.

#[cfg(target_os = "linux")]
fn main() {
    use gtk::gdk::{Display, DragAction, ModifierType};
    use gtk::prelude::*;

    gtk::init().expect("there is a display");
    let files: Vec<String> = std::env::args()
        .skip(1)
        .map(|path| String::from(gtk::glib::filename_to_uri(path, None).expect("an absolute path")))
        .collect();
    // Without a window manager nothing else would place it.
    let window = gtk::Window::new(gtk::WindowType::Popup);
    let handle = gtk::EventBox::new();
    handle.set_size_request(60, 30);
    handle.drag_source_set(ModifierType::BUTTON1_MASK, &[], DragAction::COPY);
    handle.drag_source_add_uri_targets();
    handle.connect_drag_data_get(move |_, _, data, _, _| {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        data.set_uris(&files);
    });
    window.add(&handle);
    window.move_(0, 0);
    window.show_all();
    Display::default().expect("there is a display").sync();
    println!("shown");
    gtk::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {}
